import { resolve } from "./scalars.ts";
import { YamlArray, YamlMap, type Scalar, type Value } from "./values.ts";

const PLAIN = /^[A-Za-z_./][\w./@+-]*(?: [\w./@+-]+)*$/;
const LONGEST = 200; // characters of a value in a finding

/** Returns a value as YAML on one line. */
export function yamlText(value: Value): string {
  if (value instanceof YamlArray) return `[${value.items.map((item) => yamlText(item.value)).join(", ")}]`;
  if (value instanceof YamlMap) {
    return `{${value.items.map((item) => `${yamlText(item.key)}: ${yamlText(item.value)}`).join(", ")}}`;
  }
  if (typeof value !== "string") return keyText(value);
  return PLAIN.test(value) && typeof resolve(value) === "string" ? value : JSON.stringify(value);
}

/** Returns a value as findings show it: cut off if it is long, and without quotes if it is a string that is not blank. */
export function shortText(value: Value) {
  const characters = [...(typeof value === "string" && value.trim() ? value : yamlText(value))];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("")}…` : characters.join("");
}

/** Returns a key as YAML, without the quotes that it may need. */
export function keyText(key: Scalar) {
  return typeof key === "number" ? floatText(key) : String(key);
}

/** Returns a float with as many digits as it needs. */
function floatText(value: number) {
  if (Number.isNaN(value)) return ".nan";
  if (!Number.isFinite(value)) return value > 0 ? ".inf" : "-.inf";
  if (Object.is(value, -0)) return "-0.0";
  const power = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  if (power >= -4 && power < 16) return Number.isInteger(value) ? `${value}.0` : String(value);
  const [digits, exponent] = value.toExponential().split("e");
  return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
}
