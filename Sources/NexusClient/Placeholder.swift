import AsyncHTTPClient
import GRDB
