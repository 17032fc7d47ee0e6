declare namespace Cloudflare {
  interface Env {
    /** As `npm run test:long` sets them; empty otherwise. */
    FUZZ_SEED: string
    FUZZ_REQUESTS: string
    REPEATS: string
    TEST_MIGRATIONS: import('cloudflare:test').D1Migration[]
  }
}
