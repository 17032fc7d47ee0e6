declare namespace Cloudflare {
  interface Env {
    /** As `npm run test:long` sets them; empty otherwise. */
    FUZZ_SEED: string
    FUZZ_REQUESTS: string
    REPEATS: string
    MATRIX: string
    /** Scripts that make the database of an empty site. */
    TEST_SCHEMA: string[]
  }
}
