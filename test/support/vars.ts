import { sandboxPayments } from '#dev/sandbox/payments/keys'

/** Vars and secrets of the worker under test. */
export const testVars = {
  ENVIRONMENT: 'test',
  SITE_ORIGIN: 'http://localhost:8787',
  IMPORT_ALLOWED_ORIGINS: 'http://sandbox.test:8790',
  MAIL_FROM: 'no-reply@localhost',
  MEDIA_BUCKET: 'media-of-tests',
  SESSION_KEYS: 'test:a-session-key-for-tests-that-is-long-enough',
  PASSWORD_PEPPER: 'test:a-pepper-for-tests-that-is-long-enough-too',
  // With the real cost, hashing would take half the time of every test that signs in.
  PASSWORD_COST: '4',
  // A test must read another's recent writes at once.
  NEAR_SECONDS: '0',
  // A document must be the same each time. Tests of field data set their own share.
  FIELD_SHARE: '0',
  FIELD_DATASET: 'field_data_of_tests',
  MEDIA_KEY: 'a-media-key-for-tests-that-is-long-enough',
  VIEWER_KEY: 'a-viewer-key-for-tests-that-is-long-enough',
  ...sandboxPayments('http://sandbox.test:8790'),
}

/** Additional variables that production requires. */
export const productionVars = {
  ENVIRONMENT: 'production',
  SITE_ORIGIN: 'https://site.test',
  IMPORT_ALLOWED_ORIGINS: '',
  PASSWORD_COST: '14',
}
