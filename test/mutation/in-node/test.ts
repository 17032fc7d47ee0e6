// In place of `cloudflare:test`: see workers.ts.

export { createExecutionContext, waitOnExecutionContext } from './execution'
export { empty as reset } from './workers'
