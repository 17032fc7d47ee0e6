export { confirmAddress, endSessionsOf, sendReset } from './access'
export {
  confirmFactorReset,
  listFactorResets,
  requestFactorReset,
  withdrawFactorReset,
} from './factor-reset'
export { getCare } from './get'
export { clearProfile } from './profile'
export { setLimits, setTrust } from './uploader'
export { acknowledge, addNote, listOwnWarnings, warnMember } from './words'
