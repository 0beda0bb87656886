/** Browsers: the name of a database is its location. */
export const resolveLocation = async (location: string): Promise<string> => location;
