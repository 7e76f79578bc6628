// A seat at a table elsewhere: what it sees, and its moves. The address of the page is its secret.

import { post } from "/static/api.js";
import { Board } from "/static/board.js";

const LOOK = 1200; // milliseconds between looks whether others have moved
const by = (id) => document.getElementById(id);
const board = new Board(by("seat"), (what, fields) => post(`${location.pathname}/${what}`, fields), null);

board.onshow = ({ title, seat, seats, table }) => {
  by("title").textContent = document.title = title[0];
  by("who").textContent = `you are ${seats.find((each) => each.seat === seat).label}`;
  board.name = table;
};
by("undo").addEventListener("click", () => board.do("undo"));

async function follow() {
  try {
    const { turn, table } = await post(`${location.pathname}/turn`, {});
    if (turn !== board.table?.turn || table !== board.name) await board.do("look");
  } catch (error) {
    board.said.textContent = error.message;
  }
  setTimeout(follow, LOOK);
}

follow();
