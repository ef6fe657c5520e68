/** The formats of strings. The engine has the same, with the documents that define them. */

import type { Value } from "./values.ts";

const ATOMS = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*";
const EMAIL = new RegExp(`^(?:${ATOMS}|"(?:[\\t !#-\\[\\]-~]|\\\\[\\t -~])*")@(?:${ATOMS}|\\[[!-Z^-~]*\\])$`);
const OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const IPV4 = new RegExp(`^(?:${OCTET}\\.){3}${OCTET}$`);
const LABEL = "(?!-)[-A-Za-z0-9]{1,63}(?<!-)";
const HOSTNAME = new RegExp(`^(?:${LABEL}\\.)*${LABEL}\\.?$`);
const LONGEST_HOSTNAME = 253;
const PORT = /^0*(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4})$/;
const LARGEST_PORT = 65535n;
const PERCENT = /^[0-9]+%$/;
const DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const MINUTES = "(?:[01][0-9]|2[0-3]):[0-5][0-9]";
const TIME = new RegExp(`^(${MINUTES}):(?:[0-5][0-9]|(60))(?:\\.[0-9]+)?(Z|[+-]${MINUTES})$`);
const [LAST_MINUTE, DAY] = [23 * 60 + 59, 24 * 60];
const [PLAIN, ESCAPED] = ["A-Za-z0-9._~!$&'()*+,;=\\-", "%[0-9A-Fa-f]{2}"];
const PCHAR = `(?:[${PLAIN}:@]|${ESCAPED})`;
const PATH = `(?:/${PCHAR}*)*`;
const AUTHORITY = `(?:(?:[${PLAIN}:]|${ESCAPED})*@)?(?:\\[([^\\]]*)\\]|(?:[${PLAIN}]|${ESCAPED})*)(?::[0-9]*)?`;
const URI = new RegExp(
  `^[A-Za-z][A-Za-z0-9+.-]*:(?://${AUTHORITY}${PATH}|/?(?:${PCHAR}+${PATH})?)(?:\\?(?:${PCHAR}|[/?])*)?(?:#(?:${PCHAR}|[/?])*)?$`,
);
const FUTURE_ADDRESS = new RegExp(`^[vV][0-9A-Fa-f]+\\.[${PLAIN}:]+$`);
const NANOSECONDS: Record<string, number> = { ns: 1, us: 1e3, "\u00b5s": 1e3, "\u03bcs": 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 };
const UNITS = Object.keys(NANOSECONDS).join("|");
const DURATION = new RegExp(`^[+-]?(?:0|(?:(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:${UNITS}))+)$`);
const TERM = /0*([0-9]{0,20})[0-9]*\.?([0-9]{0,18})[0-9]*([^+.0-9-]+)/g;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HEXADECIMAL = /^[0-9A-Fa-f]{1,4}$/;
const PARTS = 8; // of an IPv6 address
const ONE_LINE = /^[ -~]*$/;

const FORMATS: Record<string, (text: string) => boolean> = {
  "date-time": (text) => /[Tt]/.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11)),
  time: isTime,
  date: isDate,
  email: (text) => EMAIL.test(text),
  hostname: (text) => text.length - Number(text.endsWith(".")) <= LONGEST_HOSTNAME && HOSTNAME.test(text),
  ip: (text) => IPV4.test(text) || isIpv6(text),
  ipv4: (text) => IPV4.test(text),
  ipv6: isIpv6,
  uri: isUri,
  port: (text) => PORT.test(text),
  percent: (text) => PERCENT.test(text),
  duration: isDuration,
};
/** The formats of which not all characters are in ASCII, or which may have tabs. */
const OTHER_CHARACTERS = new Set(["duration", "email"]);

/** Whether a format is one that a page can check. */
export function isFormat(name: string) {
  return Object.hasOwn(FORMATS, name);
}

/** Whether a value has a format. */
export function hasFormat(name: string, value: Value) {
  if (name === "port" && typeof value === "bigint") return value >= 0n && value <= LARGEST_PORT;
  if (typeof value !== "string") return false;
  return (ONE_LINE.test(value) || OTHER_CHARACTERS.has(name)) && FORMATS[name](value);
}

/** Whether a text has a format of JSON Schema, as the library of the engine sees it. */
export function hasInstanceFormat(name: string, text: string) {
  if (name === "email" || name === "idn-email") return text.includes("@");
  return name === "uuid" ? UUID.test(text) : hasFormat(name, text);
}

function isDate(text: string) {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (!year || year === "0000") return false;
  const date = new Date(`${text}T00:00:00Z`);
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

function isTime(text: string) {
  const match = TIME.exec(text.toUpperCase());
  if (!match?.[2]) return match !== null;
  return (((minutes(match[1]) - offset(match[3])) % DAY) + DAY) % DAY === LAST_MINUTE; // a leap second, in UTC
}

function minutes(time: string) {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

function offset(zone: string) {
  return zone === "Z" ? 0 : minutes(zone.slice(1)) * (zone[0] === "-" ? -1 : 1);
}

function isIpv6(text: string) {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const parts = halves.flatMap((half) => (half ? half.split(":") : []));
  const hasIpv4 = text.includes(".");
  if (hasIpv4 && !(text.endsWith(parts.at(-1) ?? "") && IPV4.test(parts.pop() ?? ""))) return false;
  const length = parts.length + (hasIpv4 ? 2 : 0);
  return parts.every((part) => HEXADECIMAL.test(part)) && (halves.length > 1 ? length < PARTS : length === PARTS);
}

function isUri(text: string) {
  const match = URI.exec(text);
  if (!match) return false;
  return match[1] === undefined || isIpv6(match[1]) || FUTURE_ADDRESS.test(match[1]);
}

function isDuration(text: string) {
  if (!DURATION.test(text)) return false;
  let total = 0n;
  for (const [, whole, fraction, unit] of text.matchAll(TERM)) {
    const size = NANOSECONDS[unit];
    total += BigInt(whole || 0) * BigInt(size) + BigInt(Math.trunc(Number(fraction || 0) * (size / 10 ** fraction.length)));
  }
  return total < 2n ** 63n + BigInt(text.startsWith("-"));
}
