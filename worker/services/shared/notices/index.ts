export { notify, notifyByEmail, notifyOfComment, withdrawComment } from './notify'
