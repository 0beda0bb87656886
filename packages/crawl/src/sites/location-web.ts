/** Browsers: the location is the name of a database. */
export const resolveLocation = async (location: string): Promise<string> => location;
