export { listRefusedTerms } from './list'
export {
  type CheckedText,
  findBlockedInSearch,
  findBlockedTerm,
  noteBlockedTerm,
  refuseBlockedSearch,
  refuseBlockedTerms,
} from './refuse'
