export { listRefusedTerms } from './list'
export { type CheckedText, findBlockedTerm, refuseBlockedSearch, refuseBlockedTerms } from './refuse'
