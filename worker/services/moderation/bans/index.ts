export { banUser } from './ban'
export { liftEndedBans } from './cron'
export { unbanUser } from './unban'
export { holdVideosLeft } from './videos'
