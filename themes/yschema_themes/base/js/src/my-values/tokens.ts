import { Lexer, Parser, type CST } from "yaml";

/** What is not valid YAML, at an offset. */
export type Fault = { at: number, problem: string };

const OPEN_QUOTE = /^(?:"(?!(?:[^"\\]|\\[^])*"$)|'(?!(?:[^']|'')*'$))/;
/** What the lexer says besides parts of the text: a document begins, brackets end early, a scalar follows. */
const [DOCUMENT, FLOW_END, SCALAR] = ["\u0002", "\u0018", "\u001f"];
const CONTROLS = new Set([DOCUMENT, FLOW_END, SCALAR]);

/** The types of the library do not show the parts that a lexer and a parser consist of. */
const [OpenLexer, OpenParser]: any[] = [Lexer, Parser];

const ENDS_PLAIN = /^(?!.*(?:(?:^|\s)#|[|>][-+\d]*$)).*[^-\s"'\]}:]$/;
const DIRECTIVE = /^%\w+ /;
const TABBED = /^ *\t/;
const TABBED_BLOCK = /^(?: *\n)* *\t/; // what is not a tab in a block whose sign has the number of its spaces
const INDENTATION = /^(?: *[-?:](?= |$))* *$/;
/** Levels that are read: more than values may have, and fewer than the parser, which calls itself for each, has room for. */
const DEEPEST = 100;
const BYTE_ORDER_MARK = "\ufeff";

/** A lexer for which quotes and brackets end where they are closed, however lines are indented, as for the engine. */
class FreeLexer extends OpenLexer {
  *parseStream() {
    if (this.pos === 0 || this.buffer[this.pos] !== BYTE_ORDER_MARK) return yield* super.parseStream();
    yield DOCUMENT; // only at the start of a file, the mark is no part of a key
    return yield* this.parseLineStart();
  }

  *parseQuotedScalar() {
    return yield* this.withoutIndent(() => super.parseQuotedScalar());
  }

  *parseFlowCollection() {
    return yield* this.withoutIndent(() => super.parseFlowCollection());
  }

  *withoutIndent(parse: () => Generator<string, any>) {
    const { indentNext } = this;
    this.indentNext = 0;
    const next = yield* parse();
    this.indentNext ||= indentNext;
    return next;
  }
}

/** A parser for which a block of text may begin at the margin of its key, as for the engine. */
class FreeParser extends OpenParser {
  lexer: FreeLexer;

  constructor(lexer: FreeLexer) {
    super();
    this.lexer = lexer;
  }

  *blockMap(map: CST.BlockMap) {
    const { sep, value } = map.items[map.items.length - 1];
    const isOpen = !value && sep?.some(({ type }) => type === "map-value-ind");
    if (isOpen && this.type === "block-scalar-header" && this.indent === map.indent) {
      this.onKeyLine = true; // the block is no key
      this.lexer.indentNext = map.indent + 1;
    }
    yield* super.blockMap(map);
  }
}

/** The tokens of a text, with what the parser does not keep of them. */
export class Tokens {
  text: string;
  comments: number[] = [];
  starts: (number | undefined)[] = []; // the lines that open documents
  faults: Fault[] = []; // what is not valid for the engine alone, in the words of the parser where it has some
  isEmpty = false; // the first document, so far

  constructor(text: string) {
    this.text = text;
  }

  *read(): Generator<CST.Token> {
    const lexer = new FreeLexer();
    const parser = new FreeParser(lexer);
    let offset = 0;
    let last = ""; // neither a space nor a comment
    for (const lexeme of lexer.lex(this.text)) {
      this.note(lexeme, offset, { last, lexer });
      if (lexeme.trim() && lexeme[0] !== "#") last = lexeme;
      if (!CONTROLS.has(lexeme)) offset += lexeme.length;
      for (const token of parser.next(lexeme)) yield this.noted(token);
      if (parser.stack.length > DEEPEST) break;
    }
    for (const token of parser.end()) yield this.noted(token);
  }

  note(lexeme: string, at: number, { last, lexer }: { last: string, lexer: FreeLexer }) {
    // A comment behind the sign of a block scalar has no effect, as in ytt.
    if (lexeme[0] === "#" && last[0] !== "|" && last[0] !== ">") this.comments.push(at);
    if (OPEN_QUOTE.test(lexeme)) this.faults.push({ at, problem: `Missing closing ${lexeme[0]}quote` });
    const tab = at + lexeme.indexOf("\t");
    const isTab = last === SCALAR
      ? lexer.blockScalarIndent < 0 && TABBED_BLOCK.test(lexeme)
      : lexer.flowLevel === 0 && TABBED.test(lexeme) && this.isIndentation(tab);
    if (isTab) this.faults.push({ at: tab, problem: "Tabs are not allowed as indentation" });
  }

  /**
   * Whether a tab is where a key or an item may begin, rather than in an empty line of a plain scalar.
   *
   * @param at offset of the tab
   */
  isIndentation(at: number) {
    if (this.faults.length) return false; // the first one is enough
    const start = this.text.lastIndexOf("\n", at - 1) + 1;
    const margin = this.text.slice(start, at);
    if (!INDENTATION.test(margin)) return false;
    const above = this.text.slice(0, start).trimEnd();
    const line = above.slice(above.lastIndexOf("\n") + 1);
    return margin.trim() !== "" || !ENDS_PLAIN.test(line) || margin.length <= line.search(/\S/);
  }

  noted(token: CST.Token) {
    if (token.type === "directive" && !DIRECTIVE.test(token.source)) this.faults.push({ at: token.offset, problem: "Unknown directive" });
    if (token.type === "doc-end" && this.isEmpty) this.faults.push({ at: token.offset, problem: "Missing document" });
    this.isEmpty = false;
    if (token.type === "document") {
      const start = token.start.find(({ type }) => type === "doc-start")?.offset;
      this.isEmpty = !this.starts.length && start === undefined && !token.value;
      this.starts.push(start);
    }
    return token;
  }
}
