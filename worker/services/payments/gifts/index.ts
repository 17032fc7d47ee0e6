export { giveGift } from './give'
export { giftsTo, listGifts } from './list'
export { revokeGift } from './revoke'
