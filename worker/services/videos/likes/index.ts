export { listMine } from './list-mine'
export { setLike } from './set-like'
