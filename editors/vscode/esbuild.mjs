import { copyFileSync } from "node:fs";
import { build } from "esbuild";

await build({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  minify: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
});

// vsce wants the licence beside the manifest; its one home is the repository's root.
copyFileSync("../../LICENSE", "LICENSE");
