// Bundles the editor into the package: `npm install && npm run build` here, then commit what changed.
import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";

const target = "../../compiler/rulewright/studio/static";
const own = JSON.parse(readFileSync("package.json", "utf8"));

await build({
  entryPoints: ["entry.js"],
  outfile: `${target}/codemirror.js`,
  bundle: true,
  format: "esm",
  minify: true,
  legalComments: "none",
  target: "es2022",
  banner: { js: "/* CodeMirror 6 and what it needs; licences in codemirror.LICENSE.txt. Made by editors/studio. */" },
});

const parts = Object.keys(own.dependencies).map((name) => {
  const folder = `node_modules/${name}`;
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/LICENSE`, "utf8").trim()}\n`;
});
writeFileSync(`${target}/codemirror.LICENSE.txt`, parts.join(`\n${"-".repeat(80)}\n\n`));
