export { bootFor, composeBoot } from './compose-boot'
