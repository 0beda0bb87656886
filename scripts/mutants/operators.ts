/**
 * The changes that are made to assembly/: relations, arithmetic, bits, logic, conditions, constants next to the right one, calls and
 * assignments left out, early ends left out. Each is an expression or a statement that is chosen while the module runs.
 */
import ts from 'typescript';
import { Edits } from '../instrument/edits.ts';

const { SyntaxKind } = ts;

const BINARY = new Map<ts.SyntaxKind, string>([
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
  [SyntaxKind.EqualsEqualsToken, '!='],
  [SyntaxKind.ExclamationEqualsToken, '=='],
  [SyntaxKind.PlusToken, '-'],
  [SyntaxKind.MinusToken, '+'],
  [SyntaxKind.AsteriskToken, '+'],
  [SyntaxKind.SlashToken, '*'],
  [SyntaxKind.PercentToken, '+'],
  [SyntaxKind.AmpersandToken, '|'],
  [SyntaxKind.BarToken, '&'],
  [SyntaxKind.CaretToken, '&'],
  [SyntaxKind.LessThanLessThanToken, '>>'],
  [SyntaxKind.GreaterThanGreaterThanToken, '<<'],
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
]);

/** A change of the text between two offsets. */
export interface Change {
  readonly at: number;
  readonly end: number;
  readonly to: string;
  readonly isStatement: boolean;
}

/** Calls whose arguments must be constants from this position on. */
const constantFrom = (callee: string): number => {
  if (/^(load|v128\.load\w*)$/.test(callee)) return 1;
  if (/^(store|v128\.store\w*)$/.test(callee)) return 2;
  return /^(v128|[if]\d+x\d+)\b/.test(callee) ? 0 : Number.POSITIVE_INFINITY;
};

const isSkippedCall = (callee: string): boolean => /^(assert|memory\.data|check[A-Z]\w*)$/.test(callee);

/** All changes of a source, the outer ones before those inside them. */
export function changesOf(source: string, name: string): Change[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const changes: Change[] = [];
  const textOf = (node: ts.Node): string => source.slice(node.getStart(file), node.end);
  const add = (node: ts.Node, to: string, isStatement = false): void => {
    changes.push({ at: node.getStart(file), end: node.end, to, isStatement });
  };
  /** Whether the compiler would miss the assignment: the variable was declared without a value. */
  const isFirstValue = (node: ts.Expression): boolean =>
    ts.isBinaryExpression(node) && new RegExp(`\\blet ${textOf(node.left)}(: \\w+)?;`).test(source);
  const negate = (condition: ts.Expression): void => add(condition, `!(${textOf(condition)})`);

  const visit = (node: ts.Node, inside: boolean): void => {
    if (ts.isCallExpression(node)) {
      visitCall(node, inside);
      return;
    }
    if (inside) collect(node);
    if (ts.isIfStatement(node) && /ASC_NO_ASSERT/.test(textOf(node.expression))) return;
    if (ts.isTypeNode(node) || ts.isParameter(node)) return;
    if (ts.isCaseClause(node)) {
      for (const statement of node.statements) visit(statement, inside);
      return;
    }
    const starts = ts.isFunctionLike(node);
    ts.forEachChild(node, (child) => visit(child, inside || starts));
  };
  const visitCall = (node: ts.CallExpression, inside: boolean): void => {
    const callee = textOf(node.expression);
    if (isSkippedCall(callee)) return;
    const end = constantFrom(callee);
    node.arguments.forEach((argument, at) => {
      if (at < end) visit(argument, inside);
      else if (!ts.isNumericLiteral(argument) && end === 0) visit(argument, inside);
    });
  };
  const collect = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node)) {
      const other = BINARY.get(node.operatorToken.kind);
      if (other !== undefined) add(node, `${textOf(node.left)} ${other} ${textOf(node.right)}`);
    } else if (ts.isIfStatement(node) && !/ASC_NO_ASSERT/.test(textOf(node.expression))) {
      negate(node.expression);
    } else if (ts.isConditionalExpression(node)) {
      negate(node.condition);
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) {
      add(node, `<bool>(${textOf(node.operand)})`);
    } else if (ts.isNumericLiteral(node)) {
      const number = Number(node.text);
      // 255 is often a byte, which has no greater value.
      if (Number.isInteger(number) && number < 2 ** 30) add(node, String(number === 255 ? 254 : number + 1));
    } else if (node.kind === SyntaxKind.TrueKeyword || node.kind === SyntaxKind.FalseKeyword) {
      add(node, node.kind === SyntaxKind.TrueKeyword ? 'false' : 'true');
    } else if (ts.isExpressionStatement(node)) {
      const { expression } = node;
      const isSkipped = ts.isCallExpression(expression) && isSkippedCall(textOf(expression.expression));
      if (!isSkipped && !isFirstValue(expression)) add(node, '', true);
    } else if (ts.isContinueStatement(node) || (ts.isBreakStatement(node) && !isLastBreak(node))) {
      add(node, '', true);
    } else if (ts.isReturnStatement(node) && node.expression === undefined) {
      add(node, '', true);
    }
  };
  visit(file, false);
  // TypeScript reads a few expressions with type arguments in another way than AssemblyScript.
  return changes.filter(({ at, end, to }) => isBalanced(to) && isBalanced(source.slice(at, end)));
}

/** The end of the last case: the switch ends there anyway. */
const isLastBreak = ({ parent }: ts.BreakStatement): boolean =>
  ts.isCaseOrDefaultClause(parent) && parent.parent.clauses.at(-1) === parent;

const isBalanced = (text: string): boolean => text.split('(').length === text.split(')').length;

/** The source with changes that a call of `on(number)` chooses; `numbers` has one number for each change. */
export function withChoices(source: string, changes: readonly Change[], numbers: readonly number[]): string {
  const edits = new Edits();
  for (const [index, { at, end, to, isStatement }] of changes.entries()) {
    const number = numbers[index];
    if (number === undefined) continue;
    if (isStatement) edits.wrap(at, end, `{ if (!on(${number})) { `, ' } }');
    else edits.wrap(at, end, `(on(${number}) ? (${to}) : (`, '))');
  }
  return edits.applied(source);
}
