// Writes src/api/documents.ts from the JSON Schemas in schemas/, before every build and type check: a
// document that no longer is what the page takes it for is an error of the compiler.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const schemas = join(here, "../../schemas");
const target = join(here, "../src/api/documents.ts");

const upper = (name) => name.replace(/(^|[-_])([a-z])/g, (_, __, letter) => letter.toUpperCase());
const key = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

function union(parts) {
  return [...new Set(parts)].join(" | ");
}
function object(schema, indent) {
  const properties = Object.entries(schema.properties ?? {});
  const rest = schema.additionalProperties;
  if (properties.length === 0) {
    return rest && typeof rest === "object" ? `Record<string, ${type(rest, indent)}>` : "Record<string, unknown>";
  }
  const required = new Set(schema.required ?? []);
  const inner = indent + "  ";
  const lines = properties.map(([name, of]) => {
    const note = of.description ? `${inner}/** ${of.description.replace(/\*\//g, "* /")} */\n` : "";
    return `${note}${inner}${key(name)}${required.has(name) ? "" : "?"}: ${type(of, inner)};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}
function type(schema, indent) {
  if (schema === true || Object.keys(schema).length === 0) return "unknown";
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return union(either.map((each) => type(each, indent)));
  if (Array.isArray(schema.type)) return union(schema.type.map((each) => type({ ...schema, type: each }, indent)));
  switch (schema.type) {
    case "string": return "string";
    case "integer":
    case "number": return "number";
    case "boolean": return "boolean";
    case "null": return "null";
    case "array": {
      const of = type(schema.items ?? {}, indent);
      return of.includes(" | ") ? `(${of})[]` : `${of}[]`;
    }
    case "object": return object(schema, indent);
    default: return "unknown";
  }
}

const parts = ["// Written by tools/types.mjs from schemas/; do not edit.\n"];
for (const file of readdirSync(schemas).sort()) {
  const name = file.replace(".schema.json", "");
  const schema = JSON.parse(readFileSync(join(schemas, file), "utf8"));
  parts.push(`/** ${schema.title} */\nexport type ${upper(name)} = ${type(schema, "")};\n`);
}
const text = parts.join("\n");

writeFileSync(target, text);
