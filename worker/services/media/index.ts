export { authoriseMedia, type MediaRequest } from './authorise'
