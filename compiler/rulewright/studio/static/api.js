// Asks the server; what it refuses is thrown with its sentence.

export class Refused extends Error {
  constructor(status, data) {
    super(data.error + (data.help ? `; ${data.help}` : ""));
    this.status = status;
    this.data = data;
  }
}

export const ask = (what, fields = {}, signal = undefined) => post(`/api/${what}`, fields, signal);

export async function post(address, fields, signal = undefined) {
  let answer;
  try {
    answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(fields),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, { error: "the studio does not answer: was it stopped?" });
  }
  const text = await answer.text();
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    data = { error: text };
  }
  if (!answer.ok) throw new Refused(answer.status, data);
  return data;
}
