// Tables for spreadsheets.
import assert from "node:assert/strict";
import { test } from "node:test";

import { csvOf } from "../../Web/views/administration/csv.js";

test("cells with commas, quotation marks and line breaks are quoted, as RFC 4180 says", () => {
    assert.equal(csvOf([["a", "b,c"], ['d "e"', "f\ng"]]), 'a,"b,c"\r\n"d ""e""","f\ng"\r\n');
});

test("a cell that a spreadsheet would treat as a formula is a text", () => {
    assert.equal(csvOf([["=1+1", "+49", "-1", "@x", "\tx", "1=1"]]), "'=1+1,'+49,'-1,'@x,'\tx,1=1\r\n");
});
