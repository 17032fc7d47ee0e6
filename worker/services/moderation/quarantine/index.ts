export { quarantineByPerson } from './by-person'
export {
  quarantineAsAlike,
  quarantineIfBlocked,
  quarantineSource,
  quarantineUnreadable,
} from './by-system'
export { quarantineVideo } from './quarantine'
export { releaseVideo } from './release'
