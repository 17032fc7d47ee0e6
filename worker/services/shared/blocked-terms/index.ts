export { listRefusedTerms } from './list'
export {
  type CheckedText,
  findBlockedTerm,
  noteBlockedTerm,
  refuseBlockedSearch,
  refuseBlockedTerms,
} from './refuse'
