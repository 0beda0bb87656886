import { RulesError } from '@refrain/rules/apply';
import * as assert from 'uvu/assert';

/** Asserts the code of an error, and a part of its message. */
export const isError =
  (code: string, part: string) =>
  (error: unknown): boolean => {
    assert.instance(error, RulesError);
    assert.is((error as RulesError).code, code);
    assert.match((error as Error).message, part);
    return true;
  };
