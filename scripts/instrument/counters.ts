/**
 * Counters for a source of TypeScript, AssemblyScript or JavaScript: one for each function, branch, loop, case, and right operand of
 * `&&` and `||`. The syntax of the three is the same as far as this matters.
 */
import ts from 'typescript';
import { Edits } from './edits.ts';

/** The source with counters. `count(number)` is the expression that counts; numbers begin at `first`. */
export function withCounters(
  source: string,
  name: string,
  first: number,
  count: (number: number) => string,
): { text: string; counters: number } {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const edits = new Edits();
  let next = first;
  const counter = (): string => count(next++);

  const block = (body: ts.Block): void => edits.insert(body.getStart(file) + 1, ` ${counter()};`);
  const statement = (body: ts.Statement): void => {
    if (ts.isBlock(body)) block(body);
    else edits.wrap(body.getStart(file), body.end, `{ ${counter()}; `, ' }');
  };
  const expression = (part: ts.Expression): void => {
    edits.wrap(part.getStart(file), part.end, `(${counter()}, `, ')');
  };

  const visit = (node: ts.Node, isInFunction: boolean): void => {
    let inside = isInFunction;
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined && ts.isBlock(node.body)) {
      block(node.body);
      inside = true;
    } else if (ts.isArrowFunction(node)) {
      inside = true;
    } else if (isInFunction) {
      if (ts.isIfStatement(node)) {
        statement(node.thenStatement);
        if (node.elseStatement !== undefined) statement(node.elseStatement);
      } else if (ts.isIterationStatement(node, false)) {
        statement(node.statement);
      } else if (ts.isCaseOrDefaultClause(node) && node.statements.length > 0) {
        edits.insert(node.statements[0]?.getStart(file) ?? 0, `${counter()}; `);
      } else if (ts.isConditionalExpression(node)) {
        expression(node.whenTrue);
        expression(node.whenFalse);
      } else if (ts.isBinaryExpression(node) && isLogical(node.operatorToken.kind)) {
        expression(node.right);
      }
    }
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(file, false);
  return { text: edits.applied(source), counters: next - first };
}

const isLogical = (kind: ts.SyntaxKind): boolean =>
  kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken;
