export { hashOf, linkDead, linkTo, newToken } from './tokens'
