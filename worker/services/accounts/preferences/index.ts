export { getPreferences } from './get'
export { updatePreferences } from './update'
