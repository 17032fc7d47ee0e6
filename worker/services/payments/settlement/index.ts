export { catchUp, reconcile } from './reconcile'
export { followWebhook, receiveWebhook, sweepWebhooks } from './webhooks'
