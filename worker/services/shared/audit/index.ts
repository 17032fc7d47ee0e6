export { audit, auditEach, audited } from './append'
export { auditView, filterOf, listAudit } from './list'
export { auditKeptMs, pruneAudit } from './prune'
export { isDone, repeatable, unlessDone } from './repeatable'
