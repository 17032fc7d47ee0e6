export { notify, notifyByEmail } from './notify'
