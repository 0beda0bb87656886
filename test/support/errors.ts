/** The code of an error, or its text if it has no code. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

export const thrownCode = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return codeOf(error);
  }
  return 'no error';
};

export const rejectedCode = async (run: () => unknown): Promise<string> => {
  try {
    await run();
  } catch (error) {
    return codeOf(error);
  }
  return 'no error';
};
