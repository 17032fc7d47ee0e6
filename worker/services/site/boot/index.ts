export { composeBoot } from './compose-boot'
