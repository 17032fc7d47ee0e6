import { readFileSync } from 'node:fs'

/** What a runner wrote about its tests, or null when it didn't come to that. */
export function readReport<Report>(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return null
  }
}
