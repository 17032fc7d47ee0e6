export { countView } from './count-view'
