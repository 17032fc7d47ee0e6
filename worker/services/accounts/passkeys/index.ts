export { addPasskey, beginPasskey } from './add'
export { nameOwnPasskey, removePasskey } from './change'
export { challengePasskey, passkeyUnknown, signInWithPasskey } from './sign-in'
