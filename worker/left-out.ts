/**
 * What the worker never calls, in its place in the bundle: `[alias]` of wrangler.toml puts it there, and for the packages
 * that the build makes smaller, scripts/lib/packages-build.ts.
 */

function leftOut(): never {
  throw new Error('The worker leaves this out: see worker/left-out.ts')
}

/** Of `drizzle-orm/sql`: SQLite has no columns of that type. */
export const isPgEnum = () => false

/** Of `drizzle-orm`: `db.query`, which is there only with a schema. */
export {
  leftOut as createTableRelationsHelpers,
  leftOut as extractTablesRelationalConfig,
  leftOut as getOperators,
  leftOut as getOrderByOperators,
  leftOut as Many,
  leftOut as normalizeRelation,
  leftOut as One,
  leftOut as RelationalQueryBuilder,
}

/** Of `db/schema`: keys, indices and checks. The call of an empty function goes, with what it is given. */
export function forMigrations(): void {}

/** Of `hono`: an application of another framework beneath a path. */
export { leftOut as createMountedRequest }

/** Of `mediabunny`: decrypting, for which it would need a key. */
export const AES_128_BLOCK_SIZE = 16
export { leftOut as Aes128CbcContext, leftOut as createAes128CbcDecryptStream }

/** Of `zod`: remembering what it has parsed, for values that contain themselves. No JSON does. */
export const memoizer = () => undefined
export { leftOut as isBackEdge, leftOut as isRecursiveSchema }

/** Of `zod`: a schema that describes itself as JSON Schema, or tells its own limits. */
export const createStandardJSONSchemaMethod = () => leftOut
export const createToJSONSchemaMethod = () => leftOut
export {
  leftOut as toJSONSchema,
  leftOut as aggregateChecks,
  leftOut as anyProcessor,
  leftOut as arrayProcessor,
  leftOut as bigintProcessor,
  leftOut as booleanProcessor,
  leftOut as catchProcessor,
  leftOut as customProcessor,
  leftOut as dateProcessor,
  leftOut as defaultProcessor,
  leftOut as enumProcessor,
  leftOut as fileProcessor,
  leftOut as functionProcessor,
  leftOut as intersectionProcessor,
  leftOut as lazyProcessor,
  leftOut as literalProcessor,
  leftOut as mapProcessor,
  leftOut as nanProcessor,
  leftOut as neverProcessor,
  leftOut as nonoptionalProcessor,
  leftOut as nullProcessor,
  leftOut as nullableProcessor,
  leftOut as numberProcessor,
  leftOut as objectProcessor,
  leftOut as optionalProcessor,
  leftOut as pipeProcessor,
  leftOut as prefaultProcessor,
  leftOut as promiseProcessor,
  leftOut as readonlyProcessor,
  leftOut as recordProcessor,
  leftOut as setProcessor,
  leftOut as stringProcessor,
  leftOut as successProcessor,
  leftOut as symbolProcessor,
  leftOut as templateLiteralProcessor,
  leftOut as transformProcessor,
  leftOut as tupleProcessor,
  leftOut as undefinedProcessor,
  leftOut as unionProcessor,
  leftOut as unknownProcessor,
  leftOut as voidProcessor,
}
