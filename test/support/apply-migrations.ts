import { vi } from 'vitest'
import { emptySite } from './empty-site'

// Files share a workerd: each begins with an empty site and real globals.
vi.useRealTimers()
vi.unstubAllGlobals()
await emptySite()
