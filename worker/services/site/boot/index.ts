export { type BootOfReader, bootFor, composeBoot } from './compose-boot'
