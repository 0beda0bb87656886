/** What the report shares with the playground. */
export * from '@refrain/viewer';
