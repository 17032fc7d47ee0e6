export { giveGift } from './give'
export { giftsTo, listGifts, ownGift } from './list'
export { revokeGift } from './revoke'
export { writeGift } from './write'
