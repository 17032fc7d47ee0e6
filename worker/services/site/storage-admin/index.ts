export { cleanOrphans, listOrphans } from './orphans'
export { resumeScan, scanPage, startScan } from './scan'
export { storageStats } from './stats'
