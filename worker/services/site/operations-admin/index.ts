export { listJobs } from './list-jobs'
export { listMail } from './list-mail'
export { dismissJob, retryJob } from './resolve-job'
export { retryMailOnce } from './retry-mail'
