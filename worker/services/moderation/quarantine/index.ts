export { quarantineVideo } from './quarantine'
export { releaseVideo } from './release'
