/**
 * Runs the examples of rules in Python beside those in JavaScript. A missing module of Python is a failure here; the test suite
 * leaves its example out.
 *
 * Run: node --import tsx scripts/check-python.ts
 */
import { runTool } from './tools.ts';

process.env['REFRAIN_PYTHON'] = 'required';
process.exitCode = runTool([process.execPath, '--import', 'tsx', 'packages/rules/test/examples.test.ts']);
