export * from './media'
export * from './operations'
export * from './users'
export * from './videos'
