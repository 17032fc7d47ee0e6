import { config } from 'zod'

// The content policy forbids eval. Zod would try it, and every try is reported.
config({ jitless: true })
