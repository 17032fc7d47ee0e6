/**
 * Keys, indices and checks of a table: drizzle-kit drafts migrations from them, and no query reads them. So the worker's
 * bundle has `worker/left-out.ts` in the place of this file, and none of what is given to it.
 */
export const forMigrations = <Build>(build: Build): Build => build
