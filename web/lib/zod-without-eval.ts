import { config } from 'zod'

// The content policy forbids eval; zod would try it, and each try is reported.
config({ jitless: true })
