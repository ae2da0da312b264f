/** Every version of every graph, diagram and feature document. */
export interface DocumentTable {
  industry_id: string;
  kind: string;
  /** Empty where an industry has one document of the kind. */
  name: string;
  version: number;
  saved_at: number;
  saved_by: string;
  /** JSON */
  body: string;
}
