import { readFileSync } from 'node:fs'

/** Reads a test runner's report; null if there is none. */
export function readReport<Report>(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return null
  }
}
