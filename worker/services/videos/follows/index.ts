export { follow, getFollow, unfollow } from './follow'
export { listFollows } from './list'
