/** What the report shares with the playground. The build puts its code here, since `@refrain/viewer` is not published. */
export * from '@refrain/viewer';
